package models

import (
	"fmt"
	"math"

	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/ml/model"
)

// Mean selects which quantity is averaged over the members of an ensemble.
type Mean string

// The means.
const (
	MeanOutput      Mean = ""            // average the outputs
	MeanProbability Mean = "probability" // average σ(output) or the softmax; the output is the logit or the logarithms of the mean
)

// Surest is the maximum absolute logit of a member if probabilities are averaged.
const Surest = 30

func (s Spec) checkMembers() error {
	switch {
	case s.Members < 0 || s.Members > maxMembers:
		return fmt.Errorf("models: Members is %d, want 0 (one model) to %d", s.Members, maxMembers)
	case max(s.Outputs, 1)*max(s.Members, 1) > maxWidth:
		return fmt.Errorf("models: %d members with %d outputs each have too many outputs (max %d in total)", max(s.Members, 1), max(s.Outputs, 1), maxWidth)
	case s.Mean != MeanOutput && s.Mean != MeanProbability:
		return fmt.Errorf("models: unknown Mean of the members, %q (want %q or %q)", s.Mean, MeanOutput, MeanProbability)
	case s.Mean == MeanProbability && s.Members < 2:
		return fmt.Errorf("models: Members is %d, but the mean probability requires 2 or more", s.Members)
	}
	return nil
}

// maxMembers is the maximum number of members.
const maxMembers = 1 << 12

// MemberScope returns the scope of the variables of one ensemble member. Linear members have no scopes: their
// weights are stored together as [D,S·K] and their biases as [S·K].
func MemberScope(number int) string { return fmt.Sprintf("member_%d", number) }

// averaged builds the ensemble of several members.
func (s Spec) averaged() (masked, error) {
	one, k := s, max(s.Outputs, 1)
	one.Members, one.Mean = 0, MeanOutput
	if s.Kind == KindLinear {
		one.Outputs = s.Members * k
	}
	f, err := one.BuildMasked()
	if err != nil {
		return nil, err
	}
	return func(scope *model.Scope, x, mask *Node) *Node {
		b, t := x.Shape().Dim(0), x.Shape().Dim(1)
		var all *Node // [B,T,S,K]
		if s.Kind == KindLinear {
			all = Reshape(f(scope, x, mask), b, t, s.Members, k)
		} else {
			var each []*Node
			for m := range s.Members {
				each = append(each, Reshape(f(scope.In("%s", MemberScope(m)), x, mask), b, t, 1, k))
			}
			all = Concatenate(each, 2)
		}
		if s.Mean == MeanProbability && k > 1 {
			mean := ReduceMean(Softmax(all, -1), 2)
			return valid(Log(Max(mean, Scalar(x.Graph(), x.DType(), math.Exp(-Surest)))), mask)
		}
		if s.Mean == MeanProbability {
			all = Clip(all, Scalar(x.Graph(), x.DType(), -Surest), Scalar(x.Graph(), x.DType(), Surest))
			return valid(Reshape(Sub(Log(ReduceMean(Sigmoid(all), 2)), Log(ReduceMean(Sigmoid(Neg(all)), 2))), b, t), mask)
		}
		mean := ReduceMean(all, 2)
		if k == 1 {
			mean = Reshape(mean, b, t)
		}
		return mean
	}, nil
}
