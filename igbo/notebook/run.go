package notebook

import (
	"context"
	"errors"
	"os"
	"os/signal"
	"path"
	"reflect"
	"strings"

	"github.com/igbolab/igbolab/igbo/study"
	"github.com/igbolab/igbolab/plots/inline"
)

// Run answers a study on Engine, with a progress bar that carries the label, or else the
// name of the study's package:
//
//	res := notebook.Run(recurrence.DefaultConfig(), "twenty teachers")
//
// Its parts are kept as study.Run keeps them, so that a study that was answered in
// another cell is read, not done again. An error, and an interruption, end the cell as
// Check does; the parts that are done stay.
func Run[R any](s study.Study[R], label ...string) R {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if len(label) == 0 {
		label = []string{nameOf(s)}
	}
	r, err := study.Run(ctx, Engine(), s, study.Options{Progress: inline.Track(strings.Join(label, " "))})
	if err != nil && ctx.Err() != nil {
		err = errInterrupted
	}
	inline.End(err)
	return r
}

// errInterrupted is the end of a study that its reader has interrupted.
var errInterrupted = errors.New("notebook: interrupted; the parts that are done are kept")

// nameOf is the name of the package that a study's settings are declared in, for one of
// a notebook that of their type.
func nameOf(settings any) string {
	t := reflect.TypeOf(settings)
	if t == nil {
		return "study"
	}
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if name := path.Base(t.PkgPath()); name != "main" && name != "." {
		return name
	}
	return t.Name()
}
