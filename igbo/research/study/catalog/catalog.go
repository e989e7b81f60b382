package catalog

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/igbolab/igbolab/igbo/research/study"
	"github.com/igbolab/igbolab/igbo/research/study/blackbox"
	"github.com/igbolab/igbolab/igbo/research/study/calibration"
	"github.com/igbolab/igbolab/igbo/research/study/compression"
	"github.com/igbolab/igbolab/igbo/research/study/convergence"
	"github.com/igbolab/igbolab/igbo/research/study/credit"
	"github.com/igbolab/igbolab/igbo/research/study/directions"
	"github.com/igbolab/igbolab/igbo/research/study/fewsamples"
	"github.com/igbolab/igbolab/igbo/research/study/judged"
	"github.com/igbolab/igbolab/igbo/research/study/learning"
	"github.com/igbolab/igbolab/igbo/research/study/noise"
	"github.com/igbolab/igbolab/igbo/research/study/pareto"
	"github.com/igbolab/igbolab/igbo/research/study/payoff"
	"github.com/igbolab/igbolab/igbo/research/study/realdata"
	"github.com/igbolab/igbolab/igbo/research/study/recurrence"
	"github.com/igbolab/igbolab/igbo/research/study/rivals"
	"github.com/igbolab/igbolab/igbo/research/study/routing"
	"github.com/igbolab/igbolab/igbo/research/study/sequences"
	"github.com/igbolab/igbolab/igbo/research/study/shift"
	"github.com/igbolab/igbolab/igbo/research/study/shortcut"
	"github.com/igbolab/igbolab/igbo/research/study/teacherstudent"
	"github.com/igbolab/igbolab/igbo/research/study/weather"
	"github.com/igbolab/igbolab/igbo/research/study/wrongprior"
)

// Studies lists all studies, beginning with the paper's own.
func Studies() []study.Definition { return slices.Clone(all()) }

// all returns the definitions, which are made once.
var all = sync.OnceValue(func() []study.Definition {
	return []study.Definition{
		teacherstudent.Definition(), teacherstudent.AbsoluteDefinition(), teacherstudent.AblationDefinition(), pareto.Definition(), recurrence.Definition(), learning.Definition(),
		sequences.Definition(), weather.Definition(),
		convergence.Definition(), noise.Definition(), calibration.Definition(), routing.Definition(),
		fewsamples.Definition(), credit.Definition(), wrongprior.Definition(), shortcut.Definition(), compression.Definition(), realdata.Definition(), shift.Definition(), rivals.Definition(), payoff.Definition(), directions.Definition(), judged.Definition(), blackbox.Definition(),
	}
})

// Find returns the study with a name. If there is none, the error lists the names.
func Find(name string) (study.Definition, error) {
	if d := study.First(all(), func(d *study.Definition) bool { return d.Name == name }); d != nil {
		return *d, nil
	}
	names := study.Each(all(), func(d study.Definition) string { return d.Name })
	return study.Definition{}, fmt.Errorf("study: study %q not found, want one of %s", name, strings.Join(names, ", "))
}
