// The first suite takes the place of this file.
