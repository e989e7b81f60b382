//go:build amd64 && goexperiment.simd

package program

import "simd/archsimd"

// expLimit is beyond where e^x of a float32 is 0 or infinite.
const expLimit = 160

// exp16 is e^x, with an error of at most 1.5 units in the last place:
//
//	e^x = 2^n·e^r,   n = round(x/ln 2),   r = x − n·ln 2,   e^r by Taylor's polynomial of degree 7
func exp16(z archsimd.Float32x16) archsimd.Float32x16 {
	x := z.Min(archsimd.BroadcastFloat32x16(expLimit)).Max(archsimd.BroadcastFloat32x16(-expLimit))
	n := x.Mul(archsimd.BroadcastFloat32x16(1.44269504088896341)).RoundToEvenScaled(0)
	r := n.MulAdd(archsimd.BroadcastFloat32x16(-0.693359375), x)
	r = n.MulAdd(archsimd.BroadcastFloat32x16(2.12194440e-4), r)
	y := archsimd.BroadcastFloat32x16(1.0 / 5040)
	y = y.MulAdd(r, archsimd.BroadcastFloat32x16(1.0/720))
	y = y.MulAdd(r, archsimd.BroadcastFloat32x16(1.0/120))
	y = y.MulAdd(r, archsimd.BroadcastFloat32x16(1.0/24))
	y = y.MulAdd(r, archsimd.BroadcastFloat32x16(1.0/6))
	y = y.MulAdd(r, archsimd.BroadcastFloat32x16(0.5))
	y = y.MulAdd(r.Mul(r), r)
	return z.Merge(y.Add(archsimd.BroadcastFloat32x16(1)).Scale(n), z.IsNaN())
}

// logistic16 is 1/(1 + e^−x), by e^−|x|, which does not overflow.
func logistic16(x archsimd.Float32x16) archsimd.Float32x16 {
	one := archsimd.BroadcastFloat32x16(1)
	e := exp16(x.AsInt32x16().Or(archsimd.BroadcastInt32x16(-1 << 31)).AsFloat32x16())
	return e.Merge(one, x.Less(archsimd.BroadcastFloat32x16(0))).Div(one.Add(e))
}

// tanhSmall is up to where tanh is a polynomial.
const tanhSmall = 0.625

// tanh16 is the hyperbolic tangent, with an error of at most 2 units in the last place:
//
//	tanh x = x + x³·P(x²)                       |x| < 0.625
//	tanh x = ±(1 − e)/(1 + e),   e = e^−2|x|    else
func tanh16(x archsimd.Float32x16) archsimd.Float32x16 {
	signs := archsimd.BroadcastInt32x16(-1 << 31)
	minus := x.AsInt32x16().Or(signs).AsFloat32x16()
	one := archsimd.BroadcastFloat32x16(1)
	e := exp16(minus.Add(minus))
	large := one.Sub(e).Div(one.Add(e))
	z := x.Mul(x)
	p := archsimd.BroadcastFloat32x16(-5.70498872745e-3)
	p = p.MulAdd(z, archsimd.BroadcastFloat32x16(2.06390887954e-2))
	p = p.MulAdd(z, archsimd.BroadcastFloat32x16(-5.37397155531e-2))
	p = p.MulAdd(z, archsimd.BroadcastFloat32x16(1.33314422036e-1))
	p = p.MulAdd(z, archsimd.BroadcastFloat32x16(-3.33332819422e-1))
	small := p.Mul(z).MulAdd(x, x)
	y := small.Merge(large, minus.Greater(archsimd.BroadcastFloat32x16(-tanhSmall)))
	return y.AsInt32x16().Or(x.AsInt32x16().And(signs)).AsFloat32x16() // −0 too
}
