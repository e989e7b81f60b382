package projection

import (
	"math"

	. "github.com/gomlx/gomlx/core/graph"
)

// PowerLambda is the p-family of λ,
//
//	λ_p = ‖g1‖^p/(‖g1‖^p + ‖g2‖^p).
//
// Under conflict P with λ_p points along PCGrad (p = 0), IMTL-G and Nash's
// bargaining solution (p = 1), and MGDA (p = 2). Where the norms differ by more
// than 1e16, 1−λ_p is lost beside 1: PowerShares has both.
func PowerLambda(n1, n2, p float64) float64 {
	lambda, _ := PowerShares(n1, n2, p)
	return lambda
}

// PowerShares returns λ_p and 1−λ_p, each to full relative precision for every
// ratio of the norms,
//
//	λ_p = 1/(1 + (‖g2‖/‖g1‖)^p),   1−λ_p = 1/(1 + (‖g1‖/‖g2‖)^p),
//
// which a SplitRule needs; ½ and ½ at two zero gradients.
func PowerShares(n1, n2, p float64) (lambda, rest float64) {
	if n1 == n2 || p == 0 {
		return 0.5, 0.5
	}
	r1, r2 := math.Sqrt(n1), math.Sqrt(n2)
	return 1 / (1 + math.Pow(r2/r1, p)), 1 / (1 + math.Pow(r1/r2, p))
}

// PowerSharesNode builds PowerShares for scalar nodes that are not both zero.
func PowerSharesNode(n1, n2 *Node, p float64) (lambda, rest *Node) {
	checkNodes(n1, n2)
	r1, r2 := Sqrt(n1), Sqrt(n2)
	share := func(own, other *Node) *Node { return Inverse(OnePlus(PowScalar(Div(other, own), p))) }
	return share(r1, r2), share(r2, r1)
}
