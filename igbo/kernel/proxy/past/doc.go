// Package past stores the cells of notebooks in a file, to offer them in front ends after the kernel has ended. All kernels of a user share
// the file. Each kernel that stores a cell is a session with its own number.
package past
