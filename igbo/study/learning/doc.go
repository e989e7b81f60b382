// Package learning follows the students of the teacher–student experiment
// longer than the paper does, to see where they would end. In flow its
// settings and another number of epochs; out flow the curves of a baseline and
// an IGBO student for each optimiser setting, and the level of least squares,
// below which no linear model falls.
//
// One seed, as a curve is a picture and no test. Curves of one optimiser that end
// apart would change our mind about what makes the paper's difference.
package learning
