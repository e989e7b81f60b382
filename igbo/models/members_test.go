package models

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/gomlx/gomlx/core/tensors"
	"github.com/gomlx/gomlx/ml/model"

	"github.com/igbolab/igbolab/igbo/backend/backendtest"
	"github.com/igbolab/igbolab/igbo/internal/must"
)

// TestMembersAreAveraged checks that an ensemble of S members returns the mean of S separate models, or the
// logit of their mean probability, with and without a mask.
func TestMembersAreAveraged(t *testing.T) {
	const members = 3
	x := tensors.FromFlatDataAndDimensions(drawn(24), 2, 4, 3)
	steps := []bool{true, true, true, false, false, true, true, true}
	mask := tensors.FromFlatDataAndDimensions(steps, 2, 4)
	for _, c := range []struct {
		kind    Kind
		outputs int
		mean    Mean
	}{{KindLinear, 0, MeanOutput}, {KindLinear, 2, MeanOutput}, {KindLinear, 1, MeanProbability}, {KindMLP, 2, MeanOutput}, {KindGRU, 0, MeanProbability}, {KindMLP, 3, MeanProbability}} {
		spec := must.Of(DefaultSpec(c.kind)).In(t)
		spec.Outputs, spec.Members, spec.Mean = c.outputs, members, c.mean
		for _, masked := range []bool{false, true} {
			store := backendtest.Store(t, 3)
			all := outputsOf(t, store, spec, x, mask, masked)
			sum := make([]float64, len(all))
			classes := c.mean == MeanProbability && c.outputs > 1
			for m := range members {
				one := spec
				one.Members, one.Mean = 0, MeanOutput
				own := outputsOf(t, member(t, store, c.kind, m, members), one, x, mask, masked)
				for i, f := range own {
					if classes {
						of := 0.0
						for _, g := range own[i/c.outputs*c.outputs:][:c.outputs] {
							of += math.Exp(g)
						}
						f = math.Exp(f) / of
					} else if c.mean == MeanProbability {
						f = 1 / (1 + math.Exp(-f))
					}
					sum[i] += f / members
				}
			}
			if c.mean == MeanProbability {
				for i, p := range sum {
					if sum[i] = math.Log(p / (1 - p)); classes {
						sum[i] = math.Log(p)
					}
					if masked && !steps[i/max(c.outputs, 1)] {
						sum[i] = 0
					}
				}
			}
			backendtest.Near(t, fmt.Sprintf("%+v, masked %t", c, masked), all, sum, 1e-12)
		}
	}
}

// member returns a store with the variables of one member.
func member(t *testing.T, from *model.Store, kind Kind, number, members int) *model.Store {
	t.Helper()
	to := model.NewStore()
	for v := range from.IterVariables() {
		value := must.Of(v.Value()).In(t)
		path, dims := v.Path(), value.Shape().Dimensions
		switch {
		case !value.DType().IsFloat():
			continue
		case kind != KindLinear:
			if !strings.Contains(path, "/"+MemberScope(number)+"/") {
				continue
			}
			path = strings.Replace(path, "/"+MemberScope(number), "", 1)
			value = must.Of(value.Clone()).In(t)
		default:
			last := len(dims) - 1
			k := dims[last] / members
			flat, part := tensors.MustCopyFlatData[float64](value), []float64(nil)
			for i, f := range flat {
				if i%dims[last]/k == number {
					part = append(part, f)
				}
			}
			own := append(append([]int(nil), dims[:last]...), k)
			if k == 1 {
				own = own[:last]
			}
			value = tensors.FromFlatDataAndDimensions(part, own...)
		}
		must.Of(to.CreateVariable(path, value)).In(t)
	}
	return to
}

// TestMembersRefused checks invalid numbers of members and means.
func TestMembersRefused(t *testing.T) {
	for _, spec := range []Spec{{Members: -1}, {Members: 1 << 20}, {Members: 2, Mean: "median"}, {Mean: MeanProbability}, {Members: 4000, Outputs: 4000}} {
		spec.Kind = KindLinear
		if _, err := spec.Build(); err == nil || !strings.HasPrefix(err.Error(), "models: ") {
			t.Errorf("%+v: %v", spec, err)
		}
	}
}
