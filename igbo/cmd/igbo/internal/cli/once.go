package cli

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// errRepeated reports that a flag is given twice.
var errRepeated = errors.New("given twice")

// once is the value of a flag that takes one value. Its second Set is an error, because otherwise the last of two values would
// silently win.
type once struct {
	pflag.Value
	set bool
}

// Set sets the value, or returns errRepeated.
func (o *once) Set(text string) error {
	if o.set {
		return errRepeated
	}
	o.set = true
	return o.Value.Set(text)
}

// setOnce makes every flag of a command that takes one value refuse a second one. Flags that collect values still collect.
func setOnce(cmd *cobra.Command) {
	cmd.InitDefaultHelpFlag() // cobra would add it later
	refuseSecond(cmd.Flags())
	refuseSecond(cmd.PersistentFlags())
}

func refuseSecond(flags *pflag.FlagSet) {
	flags.VisitAll(func(f *pflag.Flag) {
		_, already := f.Value.(*once)
		if _, collects := f.Value.(pflag.SliceValue); !already && !collects && f.Value.Type() != "count" {
			f.Value = &once{Value: f.Value}
			if f.DefValue == "0s" {
				f.DefValue = "0" // otherwise the help would show a default of zero, because it no longer recognises a duration
			}
		}
	})
}

// takeTwice undoes setOnce for a completion, for which cobra parses the arguments twice.
func takeTwice(cmd *cobra.Command) {
	sets := []*pflag.FlagSet{cmd.Flags(), cmd.PersistentFlags()}
	if s := settingsOf(cmd); s != nil {
		s.twice = true
		sets = append(sets, s.FlagSet)
	}
	for _, flags := range sets {
		flags.VisitAll(func(f *pflag.Flag) {
			if o, ok := f.Value.(*once); ok {
				f.Value = o.Value
			}
		})
	}
}

// pairs is the annotation of flags that collect NAME=VALUE pairs.
const pairs = "igbo-pairs"

// Pairs marks a flag that collects NAME=VALUE pairs, one value for each name. The name ends at the last = if last is set, otherwise at the
// first.
func Pairs(flags *pflag.FlagSet, flag string, last bool) {
	at := "first"
	if last {
		at = "last"
	}
	_ = flags.SetAnnotation(flag, pairs, []string{at}) // the flag exists
}

// pairsOnce returns an error if a flag has two values for one name.
func pairsOnce(cmd *cobra.Command) (err error) {
	cmd.Flags().Visit(func(f *pflag.Flag) {
		values, collects := f.Value.(pflag.SliceValue)
		if at := f.Annotations[pairs]; err == nil && collects && len(at) > 0 {
			err = namedOnce(f.Name, values.GetSlice(), at[0] == "last")
		}
	})
	return err
}

func namedOnce(flag string, stated []string, last bool) error {
	seen := map[string]string{}
	for _, text := range stated {
		at := strings.IndexByte(text, '=')
		if last {
			at = strings.LastIndexByte(text, '=')
		}
		if at < 0 {
			continue // the command refuses it
		}
		name := text[:at]
		if other, twice := seen[name]; twice {
			return fmt.Errorf("--%s: %.60q must be set once, got %.60q and %.60q", flag, name, other, text)
		}
		seen[name] = text
	}
	return nil
}

// repeatedFault returns the error of a flag that was given twice, with the text before its name, or nil for any other error.
func repeatedFault(err error, before string) error {
	var value *pflag.InvalidValueError
	if !errors.Is(err, errRepeated) || !errors.As(err, &value) {
		return nil
	}
	f := value.GetFlag()
	given := []string{f.Value.String(), value.GetValue()}
	if slices.Contains(given, "") || f.NoOptDefVal != "" {
		return fmt.Errorf("%s%s is given twice; use it once", before, f.Name)
	}
	return fmt.Errorf("%s%s is given twice, as %.60q and %.60q; use it once", before, f.Name, given[0], given[1])
}
