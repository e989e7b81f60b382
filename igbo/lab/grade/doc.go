// Package grade grades the notebooks that a class has submitted.
//
// [Read] reads the course's notebooks. [Class] takes a folder with a notebook, or a folder of notebooks, for each student. It writes
// marks.csv, with a row per student and a column per exercise, and a page per student.
//
// Submissions are never modified, and none of their code runs in this program or as its user. An exercise that is answered in code is
// graded in these steps:
//
//	declarations   those of the student's cells that the course's check needs, and what these need;
//	               if a cell is missing, the course's own
//	program        the declarations and the check, compiled without network and C, at most once for the same text
//	sandbox        runs the program; see package sandbox
//	result         by course.Judge, here, on the values that the program printed
//
// So a notebook cannot write its own mark: it must print the values of a right answer. The last declaration before the check of the
// exercise counts, as in a run from top to bottom. A cell that does not parse is omitted, as in the kernel. Exercises that are answered in
// text are on the student's page, for a person to read.
//
// The output of each program is cached next to the marks, by the text of the program, so an interrupted run can resume.
package grade
