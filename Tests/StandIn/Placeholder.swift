// The first file takes the place of this one.
