package train

import (
	"math"
	"testing"
)

// shareOf returns the share of the first loss in the gradient of a scalar function of both losses,
// by central differences.
func shareOf(scalar func(l, h float64) float64, l, h float64) float64 {
	slope := func(at float64, f func(x float64) float64) float64 {
		step := 1e-6 * at
		return (f(at+step) - f(at-step)) / (2 * step)
	}
	first := slope(l, func(x float64) float64 { return scalar(x, h) })
	second := slope(h, func(x float64) float64 { return scalar(l, x) })
	return first / (first + second)
}

// softmax returns the softmax of two logits.
func softmax(a, b float64) [2]float64 {
	return [2]float64{1 / (1 + math.Exp(b-a)), 1 / (1 + math.Exp(a-b))}
}

// TestScalarizations compares λ in the graph with the published methods on the losses in the
// history: smooth-tchebycheff and geometric-mean with the slopes of their functions, and the others
// with their recursions.
func TestScalarizations(t *testing.T) {
	for _, c := range []struct {
		lambda Lambda
		want   func(i int, s []Step) float64
	}{
		{Lambda{Kind: Tchebycheff, Value: 0.3, Mu: 0.5}, func(i int, s []Step) float64 {
			return shareOf(func(l, h float64) float64 { return 0.5 * math.Log(math.Exp(0.3*l/0.5)+math.Exp(0.7*h/0.5)) }, s[i].TaskLoss, s[i].SecondLoss)
		}},
		{Lambda{Kind: GeometricMean}, func(i int, s []Step) float64 {
			return shareOf(func(l, h float64) float64 { return math.Sqrt(l * h) }, s[i].TaskLoss, s[i].SecondLoss)
		}},
		{Lambda{Kind: ImpartialLoss, Rate: 0.1}, func(i int, s []Step) float64 {
			var scale [2]float64
			for _, before := range s[:i] {
				for k, loss := range []float64{before.TaskLoss, before.SecondLoss} {
					scale[k] -= 0.1 * (math.Exp(scale[k])*loss - 1)
				}
			}
			return math.Exp(scale[0]) / (math.Exp(scale[0]) + math.Exp(scale[1]))
		}},
		{Lambda{Kind: DynamicWeight, Mu: 2}, func(i int, s []Step) float64 {
			if i < 2 {
				return 0.5
			}
			return softmax(s[i-1].TaskLoss/s[i-2].TaskLoss/2, s[i-1].SecondLoss/s[i-2].SecondLoss/2)[0]
		}},
		{Lambda{Kind: FAMO, Rate: 0.025}, func(i int, s []Step) float64 {
			var w, mean, square [2]float64
			for step := 1; step <= i; step++ {
				fall := func(before, after float64) float64 { return math.Log(before+1e-8) - math.Log(after+1e-8) }
				delta := [2]float64{fall(s[step-1].TaskLoss, s[step].TaskLoss), fall(s[step-1].SecondLoss, s[step].SecondLoss)}
				z := softmax(w[0], w[1])
				along := z[0]*delta[0] + z[1]*delta[1]
				for k := range w {
					slope := z[k]*(delta[k]-along) + 1e-3*w[k]
					mean[k], square[k] = 0.9*mean[k]+0.1*slope, 0.999*square[k]+0.001*slope*slope
					w[k] -= 0.025 * mean[k] / (1 - math.Pow(0.9, float64(step))) / (math.Sqrt(square[k]/(1-math.Pow(0.999, float64(step)))) + 1e-8)
				}
			}
			z := softmax(w[0], w[1])
			first, second := z[0]/(s[i].TaskLoss+1e-8), z[1]/(s[i].SecondLoss+1e-8)
			return first / (first + second)
		}},
	} {
		t.Run(string(c.lambda.Kind), func(t *testing.T) {
			cfg := DefaultConfig()
			cfg.Lambda = c.lambda
			_, history, err := runSteps(t, twoBowls([2]float64{1, 0}, [2]float64{-1, 0.5}), cfg, 8)
			if err != nil {
				t.Fatal(err)
			}
			moved := false
			for i, s := range history.Steps {
				if want := c.want(i, history.Steps); math.Abs(s.Lambda-want) > 1e-7 {
					t.Errorf("step %d: λ = %.12g, want %.12g", i+1, s.Lambda, want)
				}
				moved = moved || s.Lambda != history.Steps[0].Lambda
			}
			if !moved || len(history.Steps) != 8 {
				t.Errorf("λ did not move in %d steps", len(history.Steps))
			}
		})
	}
}

// TestScalarizationsValidate checks that settings that define no weights are rejected.
func TestScalarizationsValidate(t *testing.T) {
	for _, l := range []Lambda{
		{Kind: Tchebycheff, Value: 0.5}, {Kind: Tchebycheff, Mu: 1}, {Kind: Tchebycheff, Value: 0.5, Mu: math.NaN()}, {Kind: DynamicWeight, Mu: -1},
		{Kind: DynamicWeight, Mu: math.Inf(1)}, {Kind: ImpartialLoss}, {Kind: FAMO, Rate: 1}, {Kind: FAMO, Rate: math.NaN()}, {Kind: GeometricMean, Floor: 0.5},
	} {
		if l.Validate() == nil {
			t.Errorf("%+v is accepted", l)
		}
	}
	for _, kind := range Scalarizations() {
		if err := (Lambda{Kind: kind, Value: 0.5, Mu: 1, Rate: 0.1}).Validate(); err != nil {
			t.Error(err)
		}
	}
}
