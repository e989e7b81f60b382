package contest

import (
	"errors"

	"github.com/igbolab/igbolab/igbo/task/linear"
)

// SignedSquares is least squares, or maximum likelihood, with known signs: non-negative least squares after columns are turned.
func SignedSquares() Method {
	return penalised{name: "non-negative least squares", needs: needSigns, penalty: withSigns(uniform)}
}

// SignedRidge is ridge regression with known signs.
func SignedRidge() Method {
	return penalised{name: "ridge with signs", tuned: true, needs: needSigns, penalty: withSigns(uniform)}
}

// SignRankRidge is rank-weighted ridge regression with known signs.
func SignRankRidge() Method {
	return penalised{name: "sign-rank-ridge", tuned: true, needs: func(p *Problem) error { return errors.Join(needOrder(p), needSigns(p)) }, penalty: withSigns(byRank)}
}

// withSigns adds known signs to a penalty.
func withSigns(penalty func(*Problem, linear.Data, float64) (linear.Penalty, error)) func(*Problem, linear.Data, float64) (linear.Penalty, error) {
	return func(p *Problem, d linear.Data, strength float64) (linear.Penalty, error) {
		made, err := penalty(p, d, strength)
		made.Signs = p.Signs
		return made, err
	}
}

// Deletion is ridge regression without the suspects.
func Deletion() Method {
	return penalised{name: "suspects deleted", tuned: true, hides: true, penalty: uniform, needs: func(p *Problem) error {
		if len(p.Suspects) == 0 {
			return errors.New("contest: no feature is suspected")
		}
		return nil
	}}
}
