package contest

// Linear are the methods that fit a linear model without an engine: those that know nothing first,
// then those that know an order, signs, both, suspects, or a teacher.
func Linear() []Method {
	return []Method{
		LeastSquares(), Ridge(), LeaveOneOut(), RankRidge(), SignedSquares(), SignedRidge(), SignRankRidge(),
		Centroid(), ToCentroid(), Deletion(), Distillation(),
	}
}
