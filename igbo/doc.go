// Package igbo trains models on two objectives at once: a task loss L, and an
// interpretability loss H that asks feature importances to follow a directed
// acyclic graph. It implements IGBO, interpretability-guided bi-objective
// optimisation (Fouladi and Rahmani), on GoMLX.
//
// What flows in: a compute.Backend (package igbo/backend picks one), a
// [Config], [Data], and a dag.DAG from a teacher's scores or an expert. What
// flows out: a [Result] with a trained [Model], which predicts, attributes,
// and is saved and loaded, and the history of the two objectives.
//
// The model is a built-in architecture or any GoMLX model function
// ([Config.Function]), with one output or several ([Config.Output]); the task loss
// one of package igbo/task, or a user's own ([Config.Loss]); the data in memory ([Train]), or any
// GoMLX dataset ([TrainOn]).
//
// A training can keep checkpoints and resume bit-identically
// ([Config.Checkpoints]), stop early on held-out data ([Config.EarlyStopping]),
// and begin at another model's weights ([TrainFrom]).
//
// A saved model and a checkpoint are folders with a format that has a number
// ([Model.Save], [Checkpoints]). [Load] and a resume check every byte, number
// and variable of them before they use any.
//
// # Notation
//
//	symbol        Go                                 shape      paper
//	X             x in attribution.Model             [B,T,D]    section "Interpretability Prior Definition"
//	X′            attribution.Baseline               [B,T,D]    same
//	F_θ(X)        attribution.Model                  [B,T]      same
//	γ(α)          attribution.Path                   [M,B,T,D]  equation 3
//	TIG_{i,k}[t]  attribution.TIG                    [B,T,T,D]  equations 3 and 4
//	h_{t,k}       attribution.Cumulative             [B,T,D]    section "Relative Importance Score"
//	H_k           attribution.Scores                 [B,D]      same
//	s_k           mean of H_k over a batch           [D]        section "Graph Construction via CLT"
//	u→v           dag.Edge: u is more important      [E]        same
//	d_uv          H_u − H_v, mean over a batch       [E]        section "Interpretability Loss"
//	[ε, δ]        dag.Edge.Epsilon, dag.Edge.Delta   [E]        same
//	α, z_α, r     dag.Options.Alpha, R               scalars    Theorem 1, section "Setup"
//	H(θ)          objective.Loss                     scalar     section "Interpretability Loss"
//	g1, g2        gradients of L and H(θ)            as θ       section "Gradient-Based Optimization"
//	n1, n2, c     g1·g1, g2·g2, g1·g2                scalars    projection.Rule
//	P(g1, g2, λ)  projection.Paper, projection.P     as θ       equation of P, Algorithm 1
//	λ             train.Lambda                       scalar     same
//
// B samples, T time steps, D features, M quadrature points, E edges.
//
// # Packages
//
// A package imports only what stands above it here, and rooms of its own: the
// indented folders below it. A folder and its rooms may import each other (Go
// forbids circles), rooms of one folder only those above them. First what
// stands beside the flow of data:
//
//	igbo/durable         files and folders that are there whole or not at all
//	igbo/backend         XLA or the embedded backend
//	  peephole           the embedded backend's slow operations, rewritten
//	  selftest           a product, a gradient and a loop, to try a backend
//	  wheel              XLA's plugin out of a wheel, without Python
//	  program            the embedded backend's graphs as kernels over planned memory, on every core
//	  embedded           the embedded backend opened, the only place that does
//
// then, in the direction in which data flows:
//
//	datasets             teacher–student, sequences, weather, laws with a known truth, a user's own series
//	igbo/fold            samples dealt into folds for cross-validation
//	igbo/table           a user's file: columns, splits, samples
//	igbo/scan            a loop as one operation: over time, over training steps
//	igbo/models          linear, MLP, GRU, LSTM, attention, convolution
//	igbo/attribution     TIG, h and H
//	  node               the parameters of a graph's operations
//	  vjp                gradients that GoMLX lacks or gets wrong
//	  forward            Jacobian–vector products of graphs, and the table of operations
//	igbo/dag             the graph of importance, its checks, its files, and Build
//	  textfile           tables of text, and errors with a place in a file
//	  repair             feedback arc sets
//	  estimate           whether s_u > s_v: matrices in, numbers out
//	  feasible           whether scores exist that meet constraints, and which contradict each other
//	  polytope           what an order says of shares by itself: the mean of each, the spread of differences
//	  expert             statements of experts, their files and contradictions
//	  pairwise           comparisons, by Bradley–Terry
//	  calibrate          how often graphs of scores with a known order are wrong
//	igbo/objective       the interpretability loss
//	igbo/task            task losses and their metrics
//	  linear             penalised linear models: ridge and its relatives
//	igbo/projection      P and its relatives
//	igbo/train           the optimiser wrapper, λ, the history
//	igbo/source          any dataset as the steps of a training
//	igbo/samples         data in memory, and the units in which a model sees them
//	igbo/settings        how a model is trained
//	igbo/trained         a model and its files
//	igbo/evaluation      predictions, losses, scores, attributions of a model
//	igbo/training        the steps of a training: supply, early stopping, checkpoints
//	igbo                 the doors: what a user writes
//	igbo/onnx            models from ONNX files, checked, as functions for graphs
//	igbo/faithfulness    how far attributions say what a model does: recovery, perturbation curves, sensitivity
//	plots                the figures
//	  canvas             theme, axes, legends, panels
//	  layered            the layout of graphs
//	  diagram            boxes and arrows
//	  inline             what shows in a notebook: frames, sliders, progress
//	igbo/oracle          the routing oracle: a learned path that stays in the data
//	  assessor           how unlike the data points are, with calibration
//	  rival              paths without a learned generator
//	igbo/study           questions as cells, whose parts are folded into a result
//	  slurm              the script of a job array
//	  teacherstudent     the paper's experiment, and its ablation
//	  pareto             rules by the trade-offs that they reach
//	  recurrence         whether a DAG's edges recur on fresh points
//	  learning           students followed for longer
//	  sequences          attributions beside a known truth
//	  weather            an expert's order of real weather
//	  convergence        whether steps come to Pareto-stationary points
//	  noise              bias and variance of combined gradients
//	  calibration        how often a graph's edges and intervals are wrong
//	  manifold           attributions where the path leaves the data
//	  oraclefront        length against validity of the oracle, by rules and λ
//	  oraclepath         what an oracle's path is, and networks' attributions along it
//	  routing            paths that stay in the data beside the straight one
//	  oracletraining     IGBO along learned paths beside straight ones
//	  contest            ways to learn from little data and what is known, under one budget of tuning
//	  fewsamples         whether a correct order helps with few samples
//	  wrongprior         what a wrong order costs, and what tells it
//	  realdata           what experts' orders and directions are worth on real data
//	  shortcut           what removes a feature that predicts in training and not in the test
//	  compression        narrow students and pruned networks by a wide teacher's order
//	  completeness       what quadrature misses, for one model
//	  blackbox           an order from a teacher's scores beside what its answers give
//	  catalog            every study by its name
//	  page               tables and figures as one HTML file
//	igbo/claims          the paper, claim by claim, with verdicts and what shows them
//	igbo/verdict         whether an order helps on a user's data
//	igbo/explain         a user's model and data: scores, importances, checks of an order
//	igbo/report          every study's tables and figures as one page
//
// and what is built on them:
//
//	igbo/notebook        what the cells of a notebook call
//	igbo/lab             JupyterLab with the Go kernel
//	  session            a command with which everything ends that it started
//	  setup              an installation in a folder of its own, part by part
//	  ipynb              notebook files: outputs and solutions taken out, parameters put in
//	  workcopy           a folder of the user's own beside the course
//	  kernel/prelude     imports by the name of a package
//	  kernel/goimports   the program that does so for the kernel
//	  kernel/go          the go command, which builds a cell as it built an earlier one
//	  kernel/wire        Jupyter's protocol: messages, sockets, and a client
//	  kernel/proxy       what stands between Jupyter and GoNB
//	  kernel             the Go kernel in anybody's Jupyter
//	igbo/bench           measured beside PyTorch, Captum and JAX
//	  peer               the processes that it is measured beside
//	  results            the runs behind RESULTS.md, and how it is made of them
//	igbo/cmd/igbo        the command
//
// Leaves import no package of this module: datasets, igbo/fold, igbo/samples, igbo/durable, igbo/backend/peephole, igbo/backend/program,
// igbo/attribution/node, igbo/dag/textfile, igbo/dag/repair, igbo/dag/feasible, igbo/projection,
// igbo/lab/session, igbo/source, igbo/study/slurm, plots/layered, and all of igbo/internal that is not for tests alone.
package igbo
