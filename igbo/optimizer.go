package igbo

import "github.com/gomlx/gomlx/ml/train/optimizer"

// Optimizers lists the optimisers that a Config can name.
func Optimizers() []string { return []string{"adam", "adamw", "rmsprop", "sgd"} }

// build makes the GoMLX optimiser.
func (o Optimizer) build() optimizer.Interface {
	switch o.Name {
	case "sgd":
		return optimizer.StochasticGradientDescent().WithLearningRate(o.LearningRate).WithDecay(o.Decay).Done()
	case "rmsprop":
		return optimizer.RMSProp().LearningRate(o.LearningRate).Done()
	case "adamw":
		return optimizer.Adam().WeightDecay(0.004).LearningRate(o.LearningRate).Done()
	default:
		return optimizer.Adam().LearningRate(o.LearningRate).Done()
	}
}
