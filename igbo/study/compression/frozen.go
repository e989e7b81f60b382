package compression

// frozen are the weight decays of the least error on the development draws ([DevelopmentConfig]), by student and
// method. They were settled before any other draw was looked at.
var frozen = map[string]map[string]float64{
	"linear": {
		"labels": 0.3, "labels, then intervals": 0.3, "labels, then order only": 0.3,
		"distillation alone": 0.1, "distillation alone, then order only": 0.03,
	},
	"2 units": {
		"labels": 0.1, "labels, then intervals": 0.1, "labels, then order only": 0.1,
		"distillation alone": 0.03, "distillation alone, then order only": 0.03,
	},
	"4 units": {
		"labels": 0.1, "labels, then intervals": 0.1, "labels, then order only": 0.1,
		"distillation alone": 0.03, "distillation alone, then order only": 0.03,
	},
	"8 units": {
		"labels": 0.1, "labels, then intervals": 0.1, "labels, then order only": 0.1,
		"distillation alone": 0.01, "distillation alone, then order only": 0.01,
	},
}
