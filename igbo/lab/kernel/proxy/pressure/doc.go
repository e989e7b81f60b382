// Package pressure says how much of the machine is left: memory and processes.
//
// What flows in: the system's files. What flows out: bytes, numbers of threads and processes, and whether they are known, as
// on Linux alone.
package pressure
