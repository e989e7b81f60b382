// Package course has the exercises of the notebooks that can be checked: each has a name, such as
// "by-hand 1", and a right answer.
//
//	Check(name, answer)     says whether an answer is right, or what is off
//	Values(name, answer)    the numbers that an answer is judged by
//	Judge(name, values)     the same verdict from these numbers alone
//	Printed(name, output)   the numbers in what a program printed with IGBO_COURSE_VALUES set
//
// In flows an answer: a number, numbers, or a function, which is asked at points that the
// reader does not see, so that every way to write it is as good. Out flows a [Verdict], which
// says what kind of thing is off and not what would be right. Numbers are compared within a
// tolerance.
//
// A mark is given outside the reader's program: it prints the values, and [Judge] compares them, so that a
// program which prints "right" by itself gains nothing. The right answers are in the source of this package,
// as the project is open; an examination wants questions of its own.
package course
