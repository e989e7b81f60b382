// Package recurrence measures whether the edges of a teacher's DAG are more than the noise of one sample. Use it to choose
// the threshold α and the kind of score. Run it with `igbo study run recurrence`. `igbo study show recurrence` prints the
// committed result (result.json).
//
// The inputs are the settings of the teacher–student experiment and thresholds α. For both kinds of score and every α, the
// result has the number of edges of a DAG, how many the same rule draws again on the same number of fresh points, and how many
// would recur by chance.
//
// The baseline is chance: two unrelated graphs. There are 20 seeds with one teacher each. A recurrence near 1 with the signed
// score would change the conclusion about that score.
package recurrence
