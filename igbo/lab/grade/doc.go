// Package grade marks the notebooks that a class has handed in.
//
// What flows in: the course's notebooks ([Read]), and a folder with a notebook, or a folder of them, for each student
// ([Class]). What flows out: marks.csv, with a row a student and a column an exercise, and a page a student.
//
// Nothing that was handed in is changed, and no code of it runs in this program or as its user. An exercise
// that is answered in code is marked so:
//
//	declarations   those of the student's cells that the course's check needs, and what these need;
//	               where a cell is gone, the course's own
//	program        they and the check, compiled with no network and no C, at most once for the same text
//	sandbox        runs it; see package sandbox
//	verdict        by course.Judge, here, on the values that it printed
//
// So a notebook cannot write its own mark: to print the values of a right answer is to have one. A declaration
// counts that stands last before the exercise's check, as when the notebook is run from top to bottom. A cell
// that does not parse is left out, as it is by the kernel. Exercises that are answered in text are put on the student's page, for a person to read.
//
// What a program printed is kept beside the marks by the program's text, so that a class which was interrupted is
// marked from where it was.
package grade
