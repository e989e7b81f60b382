// Package task says what an operation of a program is: a kernel on units of work, its cost, the values it takes and gives, and
// how these lie in memory.
//
// What flows in: nodes (package record). What flows out: tasks, layouts, views of memory.
package task
