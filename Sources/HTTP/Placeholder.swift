// The first file of this room takes the place of this one.
