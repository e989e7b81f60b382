package learning

import (
	"github.com/igbolab/igbolab/igbo/study/teacherstudent"
)

// quick is a short training.
func quick() Config {
	c := Config{Base: teacherstudent.DefaultConfig(), Epochs: 3}
	c.Base.Epochs, c.Base.Attribution.Points = 2, 2
	return c
}
