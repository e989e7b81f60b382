package projection

import (
	"errors"
	"fmt"
	"math"
	"strings"

	"github.com/gomlx/gomlx/core/graph"
)

// A Rule computes the weights of v = a1·g1 + a2·g2.
type Rule interface {
	// String returns the name that [ByName] takes.
	String() string
	// Weights returns (a1, a2) for n1 = g1·g1, n2 = g2·g2, c = g1·g2 and λ. n1 and n2 must not be zero; Combine
	// and the function Weights ensure this.
	Weights(n1, n2, c, lambda float64) (a1, a2 float64)
	// WeightsNode builds the same weights for scalar nodes of one floating-point dtype. n1 and n2 must not be
	// zero; the function WeightsNode ensures this.
	WeightsNode(n1, n2, c, lambda *graph.Node) (a1, a2 *graph.Node)
}

// A SplitRule is a [Rule] that takes λ and 1−λ separately, because it needs both with full relative precision.
type SplitRule interface {
	Rule
	// SplitWeights is like Weights for λ and rest = 1−λ.
	SplitWeights(n1, n2, c, lambda, rest float64) (a1, a2 float64)
	// SplitWeightsNode is like WeightsNode for λ and rest = 1−λ.
	SplitWeightsNode(n1, n2, c, lambda, rest *graph.Node) (a1, a2 *graph.Node)
}

// A GradedRule is a [Rule] with a degree: v(s·g1, s·g2) = s^Degree·v(g1, g2) for s > 0. Other rules have degree
// 1.
type GradedRule interface {
	Rule
	Degree() int
}

// degree returns the degree of a rule.
func degree(rule Rule) int {
	if graded, ok := rule.(GradedRule); ok {
		return graded.Degree()
	}
	return 1
}

// Trades reports whether the weights of a valid rule depend on λ under conflict.
func Trades(rule Rule) bool {
	mustRule(rule)
	a1, a2 := rule.Weights(1, 2, -0.5, 0.3)
	b1, b2 := rule.Weights(1, 2, -0.5, 0.6)
	return a1 != b1 || a2 != b2
}

// ValidateRule returns an error if rule is nil or has invalid settings.
func ValidateRule(rule Rule) error {
	if rule == nil {
		return errors.New("projection: the rule is nil (use one of Rules)")
	}
	if checked, ok := rule.(interface{ Validate() error }); ok {
		return checked.Validate()
	}
	return nil
}

func mustRule(rule Rule) {
	if err := ValidateRule(rule); err != nil {
		panic(err)
	}
}

// checkNodes panics if a scalar is nil.
func checkNodes(scalars ...*graph.Node) {
	for i, n := range scalars {
		if n == nil {
			panic(fmt.Errorf("projection: scalar %d is nil (want the nodes n1, n2, c and λ)", i))
		}
	}
}

// Rules returns all rules. The table lists their properties for gradients that are not collinear:
//
//	rule               C_SD  descends  no-ascent  homogeneous  symmetric  continuous  stationary  unit-free  λ    nodes  TorchJD
//	paper              yes   yes       yes        yes          yes        no          yes         no         yes  11     UPGrad
//	continuous         yes   yes       yes        yes          yes        yes         yes         no         yes  8      UPGrad
//	weighted-sum       no    no        no         yes          yes        yes         no          no         yes  1      Constant
//	pcgrad             yes   yes       yes        yes          yes        yes         yes         no         no   5      PCGrad
//	mgda               no    yes       yes        yes          yes        yes         yes         no         no   13     MGDA
//	imtl-g             yes   yes       yes        yes          yes        yes         yes         yes        no   5      IMTLG
//	dual-proj          no    no        yes        yes          yes        yes         yes         no         yes  11     DualProj
//	cagrad             no    no        no         yes          yes        yes         no          no         yes  85     CAGrad
//	aligned-mtl        no    no        no         yes          yes        yes         yes         no         yes  50     AlignedMTL
//	feasibility-first  no    no        no         no           no         yes         no          yes        yes  13     none
//	fairgrad           yes   yes       yes        yes          yes        yes         yes         no         no   159    none
//	gradvac            no    no        no         yes          yes        yes         yes         no         no   24     none
//
// The columns are:
//
//   - C_SD: v is in C_SD. MGDA leaves it if the shorter gradient itself is the shortest vector; DualProj
//     touches its boundary.
//   - descends: v descends on both objectives, which is C_SD without a1, a2 > 0.
//   - no-ascent: v ascends on neither objective.
//   - homogeneous: v(s·g1, s·g2) = s·v(g1, g2).
//   - symmetric: exchanging the objectives and λ with 1−λ changes nothing.
//   - continuous: v is continuous at c = 0 for every λ.
//   - stationary: v = 0 at exactly opposite gradients.
//   - unit-free: the direction of v does not depend on the scale of one objective.
//   - λ: under conflict, the weights depend on λ, as [Trades] reports.
//   - nodes: the number of operations that WeightsNode adds to every training step.
//   - TorchJD: the aggregator in the library TorchJD with the same directions. Paper is UPGrad with λ and 1−λ
//     exchanged under conflict. TorchJD's FairGrad and GradVac have other lengths and a memory, and are not
//     compared.
func Rules() []Rule {
	return []Rule{
		Paper{}, Continuous{}, WeightedSum{}, PCGrad{}, MGDA{}, IMTLG{},
		DualProj{}, CAGrad{C: DefaultCAGrad}, AlignedMTL{}, FeasibilityFirst{},
		FairGrad{Alpha: DefaultFairGrad}, GradVac{Target: DefaultGradVac},
	}
}

// Names returns the names of all rules.
func Names() []string {
	var names []string
	for _, r := range Rules() {
		names = append(names, r.String())
	}
	return names
}

// ByName returns the rule with the given name. The prefixes "normalized " and "rescaled " return its
// [Normalized] form. If the name is unknown, the error lists the known names.
func ByName(name string) (Rule, error) {
	for _, prefix := range []string{normalizedPrefix, rescaledPrefix} {
		if inner, found := strings.CutPrefix(name, prefix); found {
			rule, err := ByName(inner)
			if err != nil {
				return nil, err
			}
			return Normalized{Rule: rule, Rescale: prefix == rescaledPrefix}, nil
		}
	}
	for _, r := range Rules() {
		if r.String() == name {
			return r, nil
		}
	}
	return nil, fmt.Errorf("projection: unknown rule %q (want one of %s)", name, strings.Join(Names(), ", "))
}

// Combine returns v = a1·g1 + a2·g2 for a rule. It uses [Weights] with tolerance 0, so if one gradient is zero,
// the result is the other one. It scales gradients whose squares would overflow or underflow. Combine panics
// with an error if the lengths differ or rule is nil.
func Combine(rule Rule, g1, g2 []float64, lambda float64) []float64 {
	mustRule(rule)
	n1, n2, c, scale := scaledDots(g1, g2)
	a1, a2 := Weights(rule, n1, n2, c, lambda, 0)
	if degree(rule) == 0 && n1 > 0 && n2 > 0 {
		a1, a2 = a1*scale, a2*scale
	}
	v := make([]float64, len(g1))
	for i := range v {
		v[i] = a1*g1[i] + a2*g2[i]
	}
	return v
}

// P returns the projection mapping of the paper (equation of P, Algorithm 1), for λ in (0, 1):
//
//	P = λ·g1 + (1−λ)·g2       if g1·g2 ≥ 0
//	P = λ·g2⊥1 + (1−λ)·g1⊥2   if g1·g2 < 0
//
// It panics with an error if the lengths differ.
func P(g1, g2 []float64, lambda float64) []float64 { return Combine(Paper{}, g1, g2, lambda) }

func dots(g1, g2 []float64) (n1, n2, c float64) {
	if len(g1) != len(g2) {
		panic(fmt.Errorf("projection: gradients have lengths %d and %d (they must be equal)", len(g1), len(g2)))
	}
	for i := range g1 {
		n1 += g1[i] * g1[i]
		n2 += g2[i] * g2[i]
		c += g1[i] * g2[i]
	}
	return n1, n2, c
}

// scaledDots returns the dot products of s·g1 and s·g2, where s is the power of two from scaling.
func scaledDots(g1, g2 []float64) (n1, n2, c, s float64) {
	largest := 0.0
	for _, g := range [][]float64{g1, g2} {
		for _, x := range g {
			largest = math.Max(largest, math.Abs(x))
		}
	}
	if s = scaling(largest); s == 1 {
		n1, n2, c = dots(g1, g2)
		return n1, n2, c, s
	}
	scaled := func(g []float64) []float64 {
		out := make([]float64, len(g))
		for i, x := range g {
			out[i] = s * x
		}
		return out
	}
	n1, n2, c = dots(scaled(g1), scaled(g2))
	return n1, n2, c, s
}

// cosine returns c/(√n1·√n2) without computing n1·n2.
func cosine(n1, n2, c float64) float64 {
	return math.Max(-1, math.Min(1, c/math.Sqrt(n1)/math.Sqrt(n2)))
}
