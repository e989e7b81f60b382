package attribution

import (
	"fmt"

	"github.com/gomlx/compute/dtypes"
	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/ml/model"

	"github.com/igbolab/igbolab/igbo/internal/constant"
)

// Cumulative builds the cumulative attribution (paper, section "Relative Importance Score"):
//
//	h_{t,k} = Σ_{i≤t} TIG_{i,k}[t]
//
// It maps x [B,T,D] to h [B,T,K], where K is D or the number of feature groups. The implementation sums over
// all i. This is the same for a causal model; for other models, the contributions of later inputs are included.
// Several baselines are averaged here, before H.
func Cumulative(scope *model.Scope, f Model, x *Node, cfg Config) *Node {
	cfg.mustValidate(scope, f, x)
	var h *Node
	if cfg.modeFor(scope, f, x) == ForwardMode {
		h = cumulativeForward(scope, f, x, cfg)
	} else {
		steps := eachOutput(scope, f, x, cfg)
		for t := range steps {
			if len(steps) == 1 { // T = 1: the sum over i has one term
				continue
			}
			steps[t] = InsertAxes(ReduceSum(steps[t], 1), 1)
		}
		h = steps[0]
		if len(steps) > 1 {
			h = Concatenate(steps, 1)
		}
	}
	return sumGroups(h, cfg.Groups)
}

// sumGroups sums h [B,T,D] over feature groups. The result is [B,T,K].
func sumGroups(h *Node, groups [][]int) *Node {
	if len(groups) == 0 {
		return h
	}
	d := h.Shape().Dim(2)
	member := make([]float64, d*len(groups))
	for k, group := range groups {
		for _, col := range group {
			member[col*len(groups)+k] = 1
		}
	}
	return Einsum("btd,dk->btk", h, constant.Of(h, member, d, len(groups)))
}

// smallest32 is the smallest normal float32.
const smallest32 = 0x1p-126

// Shares builds each feature's share at each step:
//
//	signed:   h_{t,k} / (ε + Σ_j |h_{t,j}|)
//	absolute: |h_{t,k}| / (ε + Σ_j |h_{t,j}|)
//
// It maps h [B,T,K] to [B,T,K]. It panics if the kind is unknown or if ε is 0 in the dtype of h.
func Shares(h *Node, kind ScoreKind, epsilon float64) *Node {
	checkInput(h)
	if kind != Signed && kind != Absolute {
		panic(fmt.Errorf("attribution: unknown score %q (want %s or %s)", kind, Signed, Absolute))
	}
	if !(epsilon > 0) || h.DType() == dtypes.Float32 && float32(epsilon) < smallest32 {
		panic(fmt.Errorf("attribution: ε = %g in the score must be positive and not too small for the dtype %s (raise Epsilon)", epsilon, h.DType()))
	}
	size := Abs(h)
	total := AddScalar(ReduceAndKeep(size, ReduceSum, -1), epsilon)
	if kind == Absolute {
		h = size
	}
	return Div(h, total)
}

// Score builds the Relative Importance Score (paper, equation for H_k):
//
//	H_k = (1/T) Σ_t h_{t,k} / (ε + Σ_j |h_{t,j}|)
//
// It maps h [B,T,K] to H [B,K], in [−1, 1] (signed) or [0, 1] (absolute). The mask [B,T] is true at valid steps
// and may be nil. Masked steps do not count in the mean, whatever h contains there. A series without valid
// steps has H = 0.
func Score(h, mask *Node, cfg Config) *Node {
	checkInput(h)
	if mask != nil {
		checkMask(h, mask)
		h = keep(h, mask)
	}
	shares := Shares(h, cfg.Score, cfg.Epsilon)
	b, t, k := h.Shape().Dim(0), h.Shape().Dim(1), h.Shape().Dim(2)
	if mask == nil {
		if t == 1 {
			return Reshape(shares, b, k)
		}
		return ReduceMean(shares, 1)
	}
	count := MaxScalar(ReduceAndKeep(ConvertDType(mask, h.DType()), ReduceSum, -1), 1)
	return Div(ReduceSum(shares, 1), count)
}

// Scores builds H [B,K] for inputs x [B,T,D]. It calls [Cumulative] and [Score].
func Scores(scope *model.Scope, f Model, x *Node, cfg Config) *Node {
	return Score(Cumulative(scope, f, x, cfg), nil, cfg)
}
