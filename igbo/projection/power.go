package projection

import (
	"math"

	. "github.com/gomlx/gomlx/core/graph"
)

// PowerLambda returns the p-family of λ:
//
//	λ_p = ‖g1‖^p/(‖g1‖^p + ‖g2‖^p)
//
// Under conflict, P with λ_p has the direction of another rule: [PCGrad] for p = 0, [IMTLG] and the Nash
// bargaining solution for p = 1, and [MGDA] for p = 2. If λ_p is so close to 1 that 1−λ_p loses precision, use
// [PowerShares].
func PowerLambda(n1, n2, p float64) float64 {
	lambda, _ := PowerShares(n1, n2, p)
	return lambda
}

// PowerShares returns λ_p and 1−λ_p, each with full relative precision for every ratio of the norms, as a
// [SplitRule] requires:
//
//	λ_p = 1/(1 + (‖g2‖/‖g1‖)^p),   1−λ_p = 1/(1 + (‖g1‖/‖g2‖)^p)
//
// For two zero gradients, both are ½.
func PowerShares(n1, n2, p float64) (lambda, rest float64) {
	if n1 == n2 || p == 0 {
		return 0.5, 0.5
	}
	r1, r2 := math.Sqrt(n1), math.Sqrt(n2)
	return 1 / (1 + math.Pow(r2/r1, p)), 1 / (1 + math.Pow(r1/r2, p))
}

// PowerSharesNode builds [PowerShares] for scalar nodes that are not both zero.
func PowerSharesNode(n1, n2 *Node, p float64) (lambda, rest *Node) {
	checkNodes(n1, n2)
	r1, r2 := Sqrt(n1), Sqrt(n2)
	share := func(own, other *Node) *Node { return Inverse(OnePlus(PowScalar(Div(other, own), p))) }
	return share(r1, r2), share(r2, r1)
}
