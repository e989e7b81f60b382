// Package pressure reads how much memory is available, and how many threads and processes the system has. These values are only known on
// Linux.
package pressure
