package benchmark

// A Cohort holds a problem and the students trained on it, with and without the order. Package judged measures their
// importances.
type Cohort struct {
	*Problem
	// Students lists them. The first one is trained without the order.
	Students []Member
	// Points is the number of points of the quadrature of the trained score.
	Points int
	// BurnIn is the number of first steps of a series whose outputs do not count.
	BurnIn int
	// Known reports whether Problem.Teacher is the source of the order: the truth, or a teacher.
	Known bool
}

// Member is a student of a cohort.
type Member struct {
	Name     string
	Method   Method
	Strength float64
	// Tuned chooses the strength by cross-validation.
	Tuned bool
}
