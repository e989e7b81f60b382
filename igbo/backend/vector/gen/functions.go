package main

// sign is the sign bit of a float32.
const sign = 1 << 31

// exp builds e^x, with an error of at most 1.5 units in the last place:
//
//	e^x = 2^n·e^r,   n = round(x/ln 2),   r = x − n·ln 2,   e^r by a Taylor polynomial of degree 7
//
// x is first clamped to [−160, 160]; beyond that range, e^x is 0 or infinite in float32.
func exp(k *kernel, z *value) *value {
	x := k.do(most, k.do(least, z, k.c(160)), k.c(-160))
	n := k.do(toEven, k.mul(x, k.c(1.44269504088896341)))
	r := k.fma(n, k.c(-0.693359375), x)
	r = k.fma(n, k.c(2.12194440e-4), r)
	y := k.polynomial(r, 1.0/5040, 1.0/720, 1.0/120, 1.0/24, 1.0/6, 0.5)
	y = k.fma(y, k.mul(r, r), r)
	return k.pick(k.isNaN(z), z, k.do(scale, k.add(y, k.c(1)), n))
}

// log builds the natural logarithm, with an error of at most 2 units in the last place:
//
//	log x = e·ln 2 + log m,   x = 2^e·m,   √½ ≤ m < √2
//	log m = f − f²/2 + f³·P(f),   f = m − 1
//
// The polynomial P comes from the Cephes library. A denormal x is first multiplied by 2^25.
func log(k *kernel, x *value) *value {
	tiny := k.less(x, k.bits(0x00800000))
	z := k.pick(tiny, k.mul(x, k.c(1<<25)), x)
	e := k.shift(arshift, k.do(minus, z, k.bits(rootHalf)), 23)
	f := k.sub(k.do(minus, z, k.shift(shift, e, 23)), k.c(1))
	n := k.sub(k.do(float, e), k.pick(tiny, k.c(25), k.c(0)))
	p := k.polynomial(f, 7.0376836292e-2, -1.1514610310e-1, 1.1676998740e-1, -1.2420140846e-1, 1.4249322787e-1,
		-1.6668057665e-1, 2.0000714765e-1, -2.4999993993e-1, 3.3333331174e-1)
	square := k.mul(f, f)
	y := k.fma(n, k.c(-2.12194440e-4), k.mul(k.mul(p, f), square))
	y = k.add(f, k.fma(square, k.c(-0.5), y))
	y = k.fma(n, k.c(0.693359375), y)
	y = k.pick(k.less(x, k.bits(infinity)), y, x) // infinity and NaN are returned unchanged
	y = k.pick(k.do(equal, x, k.c(0)), k.bits(infinity|sign), y)
	return k.pick(k.less(x, k.c(0)), k.bits(notANumber), y)
}

const (
	rootHalf   = 0x3f3504f3
	infinity   = 0x7f800000
	notANumber = 0x7fc00000
)

// logistic builds 1/(1 + e^−x). It uses e^−|x|, which does not overflow.
func logistic(k *kernel, x *value) *value {
	e := exp(k, k.do(or, x, k.bits(sign)))
	return k.div(k.pick(k.less(x, k.c(0)), e, k.c(1)), k.add(k.c(1), e))
}

// tanh builds the hyperbolic tangent, with an error of at most 2 units in the last place:
//
//	tanh x = x + x³·P(x²)                       |x| < 0.625
//	tanh x = ±(1 − e)/(1 + e),   e = e^−2|x|    otherwise
func tanh(k *kernel, x *value) *value {
	negative := k.do(or, x, k.bits(sign))
	e := exp(k, k.add(negative, negative))
	large := k.div(k.sub(k.c(1), e), k.add(k.c(1), e))
	z := k.mul(x, x)
	p := k.polynomial(z, -5.70498872745e-3, 2.06390887954e-2, -5.37397155531e-2, 1.33314422036e-1, -3.33332819422e-1)
	small := k.fma(k.mul(p, z), x, x)
	y := k.pick(k.less(k.c(-0.625), negative), small, large)
	return k.do(or, y, k.do(and, x, k.bits(sign)))
}

// signum builds the sign of x: −1 or 1, or x itself if x is NaN, 0 or −0.
func signum(k *kernel, x *value) *value {
	negative := k.pick(k.less(x, k.c(0)), k.c(-1), x)
	return k.pick(k.less(k.c(0), x), k.c(1), negative)
}
