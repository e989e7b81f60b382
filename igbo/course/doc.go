// Package course checks answers to the exercises of the notebooks. Each exercise has a name, such as "by-hand 1", and a right answer.
//
//	Check(name, answer)     prints whether an answer is right, or what kind of error it has
//	Values(name, answer)    returns the numbers by which an answer is judged
//	Judge(name, values)     returns the same result from these numbers
//	Printed(name, output)   finds the numbers that a program printed with IGBO_COURSE_VALUES set
//	Tolerance(name)         returns the relative error up to which a number is right
//
// An answer is a number, a list of numbers, or a function, which is called with arguments that the reader does not see. A [Result] gives a
// hint, for example that an answer is a sum instead of a mean, but never the right answer.
//
// Grading happens outside of the reader's program. The program prints the values, and [Judge] compares them in another process. With the
// build tag igbograded the package contains no right answers, so a program that is being graded cannot search for them. The right answers
// are in the public source of this package: use other questions in an examination.
package course
