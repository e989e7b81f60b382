// Package course checks answers to the exercises of the notebooks. Each exercise has a name, such
// as "by-hand 1", and a right answer.
//
//	Check(name, answer)     prints whether an answer is right, or which kind of mistake it contains
//	Values(name, answer)    returns the numbers that determine whether an answer is right
//	Judge(name, values)     returns the same result from these numbers
//	Printed(name, output)   finds the numbers that a program printed with IGBO_COURSE_VALUES set
//	Tolerance(name)         returns the relative error up to which a number counts as right
//
// An answer is a number, a list of numbers, or a function, which is called with arguments that the
// reader does not see. A [Result] gives a hint, for example that an answer is a sum instead of a
// mean, but never the right answer.
//
// Grading happens outside the reader's program. The program prints the values, and [Judge] compares
// them in another process. With the build tag igbograded, the package contains no right answers, so
// a program that is being graded cannot find them. The right answers are in the public source of
// this package, so use other questions in an examination.
package course
