package dag

import "fmt"

// Score says what is known of the scores H that statements are about.
type Score string

// The scores.
const (
	// AnyScore is what the expert's file says, and SignedScore where it says nothing, since
	// what holds for every signed score holds for every absolute one.
	AnyScore Score = "any"
	// SignedScore is a signed share: Σ_k |H_k| ≤ 1.
	SignedScore Score = "signed"
	// AbsoluteScore is an absolute share: H_k ≥ 0 and Σ_k H_k ≤ 1.
	AbsoluteScore Score = "absolute"
	// RangeScore is no share: nothing but its range is known.
	RangeScore Score = "range"
)

// Scores lists the known scores.
func Scores() []Score { return []Score{AnyScore, SignedScore, AbsoluteScore, RangeScore} }

// rule says in words what every such score obeys.
func (s Score) rule() string {
	if s == AbsoluteScore {
		return "H ≥ 0 and ΣH ≤ 1 for every absolute score"
	}
	return "Σ|H| ≤ 1 for every signed score"
}

// sum is how the sum of the sizes is written.
func (s Score) sum() string {
	if s == AbsoluteScore {
		return "ΣH"
	}
	return "Σ|H|"
}

// resolve is the score to assume: the one asked for, or else the one the file says.
func (s Score) resolve(stated Score) (Score, error) {
	switch {
	case s == AnyScore && stated == "" || s == AnyScore && stated == AnyScore:
		return SignedScore, nil
	case s == AnyScore:
		return stated, nil
	case stated != "" && stated != AnyScore && stated != s:
		return "", fmt.Errorf("dag: the statements are about the %s score, expected the %s one, as asked for", stated, s)
	}
	return s, nil
}
