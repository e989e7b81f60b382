// Package oracle learns integration paths that stay close to the data. A routing oracle is a recurrent network
// that places anchor points between a baseline and an input. The paper proposes it as future work (section
// "Routing Oracle: Learning Data-Manifold-Aware Integration Paths").
//
// [Train] takes igbo.Data, a [Config], and an assessor, which scores how atypical a point is (package
// assessor). It returns an [Oracle]. [Oracle.Path] and [Oracle.PathFor] return an attribution.Path with K
// anchors for any model of the same data. To use it for attributions or for the interpretability loss, set
// attribution.Config.Path. [Oracle.Save] writes an oracle to a file.
//
//	a, err := assessor.Train(ctx, backend, assessor.DefaultConfig(), points) // points: oracle.Points(data)
//	r, err := oracle.Train(ctx, backend, oracle.DefaultConfig(), data, a)
//	cfg.Attribution.Path, err = r.Oracle.PathFor(model, 9)
//
// # Alternatives
//
// Study routing compared the oracle with cheaper methods on five data sets. Most oracle paths stayed in the
// data, but other methods often gave better attributions. Try these first:
//   - The average over 8 baselines with straight paths (attribution.Config.Baselines). It had a smaller error
//     on the ring and on series, and varied less between networks on all five data sets. Its paths leave the
//     data.
//   - The shortest path in a neighbour graph ([github.com/igbolab/igbolab/igbo/oracle/untrained.Geodesic]). It
//     stayed in the data more often on four data sets. Its paths are longer: 1.11 to 1.89 times the straight
//     line, compared with 1.02 to 1.16 times for the oracle.
//   - Anchors optimised for each pair ([github.com/igbolab/igbolab/igbo/oracle/untrained.Relaxed]). They
//     require an assessor but no oracle. Their paths were shorter on all five data sets.
//
// On the data set curve, the oracle had a smaller error than Geodesic and Relaxed.
//
// # Training
//
// The network G(X′, X, K) is recurrent and receives the number of remaining steps; [Oracle] lists its
// equations. Training is phase 2 in the paper. It minimises L_path and L_valid, whose gradients are combined by
// any rule of package projection. The pairs (X′, X) are series of the data. A batch may mix different K: all
// paths have the same number of segments, and the unused ones contribute nothing.
//
// # Integration
//
// A path is piecewise linear: K + 1 segments lead from X′ through the anchors to X. Quadrature is applied to
// each segment (attribution.Segmented). The sum in the paper,
//
//	TIG_{t,k} ≈ Σ_j ∂F(q_j)/∂q_{j,t,k} · (q_{j+1,t,k} − q_{j,t,k}),
//
// is the rule attribution.Left with q_1 = X′ and X as the last q. It is first-order in M. At the same cost,
// midpoints are second-order and Gauss–Legendre points higher.
//
// # Differences from the paper
//
//   - The paper's network outputs the next anchor ([Free]). By default, the output is added to a step towards
//     the target and scaled by the distance of the pair ([Bridge]). An untrained network then gives the
//     straight line, and nearby pairs do not dominate the gradient.
//   - The paper's L_path weights a pair by its squared distance, and K by 1/(K+1)². The default loss, [Scaled], is 1
//     for every straight line with equal steps.
//   - The paper's L_valid evaluates only the anchors, so paths may leave the data between them. It also rewards
//     points for being more typical than the data. [Line] integrates along the segments and is 0 below the 90 %
//     quantile of the data.
//   - The paper's update may stop at the straight line. Equal steps along it minimise L_path, so it is
//     Pareto-stationary. The default is a weighted sum of the losses.
//
// # Limits
//
// The validity of a path is limited by the quality of the assessor. The oracle does not move the ends of a
// path. If a baseline is outside the data, [Oracle.Warnings] and [Oracle.Validity] report it with its energy.
package oracle
