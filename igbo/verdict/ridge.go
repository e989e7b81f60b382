package verdict

import (
	"errors"
	"math"

	"gonum.org/v1/gonum/mat"

	"github.com/igbolab/igbolab/igbo/task"
)

// ridge is a linear model in the units of its training data: weights and, in the last
// row, biases, one column an output. Of series it sees one step at a time.
type ridge struct {
	units units
	theta *mat.Dense // [D+1, K]
}

// maxWeights bounds the weights that are solved for at once.
const maxWeights = 4000

// fitRidge minimises
//
//	Σ w_i·ℓ(y_i, f(x_i)) + p/2·Σ θ²
//
// over the weights and biases of a linear f, the biases free of the penalty p > 0, for one
// penalty after the other: squared error in closed form, logistic and softmax by Newton's steps, each
// begun at the last penalty's solution.
func fitRidge(r records, loss task.Loss, outputs int, penalties []float64) ([]*ridge, error) {
	columns := len(r.data.Features) + 1
	u := measure(r, loss)
	z := u.design(r)
	if loss.Is(task.KindSquared) {
		return z.squared(penalties)
	}
	theta := mat.NewDense(columns, outputs, nil)
	var fits []*ridge
	for _, p := range penalties {
		var err error
		if theta, err = z.newton(loss, theta, p); err != nil {
			return nil, err
		}
		fits = append(fits, &ridge{u, theta})
	}
	return fits, nil
}

var errSingular = errors.New("verdict: ridge: the equations have no solution, expected a larger penalty")

// squared solves (XᵀWX + p/2·I)·θ = XᵀWy for each penalty.
func (z design) squared(penalties []float64) (fits []*ridge, err error) {
	k := len(z.units.shift) + 1
	moments, b := mat.NewSymDense(k, nil), mat.NewVecDense(k, nil)
	z.blocks(func(part block) {
		var products mat.VecDense
		for i, w := range part.w {
			row := part.x.RawRowView(i)
			for j := range row {
				row[j] *= math.Sqrt(w)
			}
			part.y[i] *= math.Sqrt(w)
		}
		moments.SymRankK(moments, 1, part.x.T())
		products.MulVec(part.x.T(), mat.NewVecDense(len(part.y), part.y))
		b.AddVec(b, &products)
	})
	for _, p := range penalties {
		a := mat.NewSymDense(k, nil)
		a.CopySym(moments)
		for j := range k - 1 {
			a.SetSym(j, j, a.At(j, j)+p/2)
		}
		var c mat.Cholesky
		theta := mat.NewDense(k, 1, nil)
		if !c.Factorize(a) || c.SolveTo(theta, b) != nil {
			return nil, errSingular
		}
		fits = append(fits, &ridge{z.units, theta})
	}
	return fits, nil
}

// predict is f of records, in the data's units: logits for classes.
func (r *ridge) predict(of records) []float64 {
	_, outputs := r.theta.Dims()
	y := make([]float64, 0, of.n()*outputs)
	r.units.design(of).blocks(func(b block) {
		var f mat.Dense
		f.Mul(b.x, r.theta)
		y = append(y, f.RawMatrix().Data...)
	})
	for i := range y {
		y[i] = y[i]*r.units.targetScale + r.units.targetShift
	}
	return y
}
