// Package recurrence asks whether the edges of a teacher's DAG are more than
// the noise of one sample. In flow the settings of the teacher–student
// experiment and thresholds α; out flow, for both scores and every α, the edges
// of a DAG, how many of them the same rule draws again on as many fresh points, and how
// many would by chance.
//
// The rival is chance: two graphs that have nothing to do with each other. 20
// seeds, a teacher each. A recurrence near 1 with the signed score would
// change our mind about it.
package recurrence
