// Package pareto measures the trade-off between the task loss L and the order loss H. Use it to compare projection rules by
// the front that each one reaches. Run it with `igbo study run pareto`. `igbo study show pareto` prints the committed result
// (result.json).
//
// The inputs are the settings of the teacher–student experiment, projection rules, and trade-offs λ. Each rule trains linear
// students from the same start with the same number of steps, one for each λ. The result has each rule's sweep and its
// hypervolume, the area that its front dominates.
//
// # Methods
//
// The study compares projection rules, including the weighted sum, with scalarisations. Least squares and the unconstrained
// student mark the two ends of the front. There are five seeds. A rule is better than the weighted sum if its hypervolume is
// larger by more than the standard deviation over seeds.
//
// The smoothing of smooth Tchebycheff is the best of 0.001, 0.01, 0.1, 0.5 and 1 on the development seeds 101 and 102. With a
// large smoothing it approaches a weighted sum.
package pareto
