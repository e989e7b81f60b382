package shortcut

// frozen are the strengths that did best out of distribution on the development draws ([DevelopmentConfig]), by student and
// method. They were settled before any other draw was looked at.
var frozen = map[string]map[string]float64{
	Linear: {
		"weight decay": 0.0001, "edges": 0.005, "edges, permuted inputs": 0.005, "cap": 0.002,
		"cap, permuted inputs": 0.002, "attribution bound": 0.002, "input-gradient penalty": 100, "expected-gradients prior": 100,
	},
	MLP: {
		"weight decay": 1, "edges": 0.02, "edges, permuted inputs": 0.01, "cap": 0.002,
		"cap, permuted inputs": 0.002, "attribution bound": 0.002, "input-gradient penalty": 100, "expected-gradients prior": 100,
	},
	GRU: {
		"weight decay": 0.01, "edges": 0.01, "cap": 0.001, "attribution bound": 0.001,
		"input-gradient penalty": 10,
	},
	LogisticLinear: {
		"weight decay": 0.0001, "edges": 0.2, "edges, permuted inputs": 0.2, "cap": 0.001,
		"cap, permuted inputs": 0.001, "attribution bound": 0.001, "input-gradient penalty": 100, "expected-gradients prior": 100,
	},
	LogisticMLP: {
		"weight decay": 0.3, "edges": 0.01, "edges, permuted inputs": 0.01, "cap": 0.002,
		"cap, permuted inputs": 0.002, "attribution bound": 0.1, "input-gradient penalty": 100, "expected-gradients prior": 100,
	},
}

// round is the bound that is tried beside the frozen one in caps and bounds: what an expert would say without
// development draws.
const round = 0.05
