package cli

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// errRepeated is the fault of a flag that is given twice.
var errRepeated = errors.New("given twice")

// once is the value of a flag that takes one value. Its second Set is an error: without it, the last of two values
// would win silently.
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

// setOnce makes every flag of a command that takes one value refuse a second one. Flags that collect values keep
// collecting.
func setOnce(cmd *cobra.Command) {
	cmd.InitDefaultHelpFlag() // which cobra would add later
	for _, flags := range []*pflag.FlagSet{cmd.Flags(), cmd.PersistentFlags()} {
		flags.VisitAll(func(f *pflag.Flag) {
			_, already := f.Value.(*once)
			if _, collects := f.Value.(pflag.SliceValue); !already && !collects && f.Value.Type() != "count" {
				f.Value = &once{Value: f.Value}
				if f.DefValue == "0s" {
					f.DefValue = "0" // else the help shows a default of zero, as it no longer sees a duration
				}
			}
		})
	}
}

// pairs is the annotation of flags that collect NAME=VALUE.
const pairs = "igbo-pairs"

// Pairs marks a flag that collects NAME=VALUE, one value for each name. The name ends at the last = if last is set,
// else at the first.
func Pairs(cmd *cobra.Command, flag string, last bool) {
	at := "first"
	if last {
		at = "last"
	}
	_ = cmd.Flags().SetAnnotation(flag, pairs, []string{at}) // of a flag that is there
}

// pairsOnce returns an error if a flag of pairs has two values for one name.
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
			continue // which the command refuses
		}
		name := text[:at]
		if other, twice := seen[name]; twice {
			return fmt.Errorf("--%s %.60q and %.60q: expected one value for %.60q", flag, other, text, name)
		}
		seen[name] = text
	}
	return nil
}

// repeatedFault is the error of a flag that was given twice; nil for any other error.
func repeatedFault(err error) error {
	var value *pflag.InvalidValueError
	if !errors.Is(err, errRepeated) || !errors.As(err, &value) {
		return nil
	}
	f := value.GetFlag()
	given := []string{f.Value.String(), value.GetValue()}
	if slices.Contains(given, "") || f.NoOptDefVal != "" {
		return fmt.Errorf("--%s is given twice, expected it once", f.Name)
	}
	return fmt.Errorf("--%s is given twice, as %.60q and %.60q; expected it once", f.Name, given[0], given[1])
}
