package cli

import (
	"errors"
	"fmt"
	"math"
	"strconv"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// expected describes the values of a flag, by the name of its type.
var expected = map[string]string{
	"int": "a whole number", "int64": "a whole number", "uint64": "a whole number of at least 0",
	"float64": "a number", "float64Slice": "numbers with commas between them", "intSlice": "whole numbers with commas between them", "stringSlice": "names with commas between them",
	"bool": "true or false", "duration": "a time such as 500ms or 2m",
}

// flagFault returns an error that describes what is wrong with a flag, and the values that it accepts.
func flagFault(cmd *cobra.Command, err error) error {
	if use := moved(cmd, err); use != nil {
		return use
	}
	var syntax *pflag.InvalidSyntaxError
	if errors.As(err, &syntax) {
		return fmt.Errorf("%w; flags must have the form --name=value", err)
	}
	var missing *pflag.ValueRequiredError
	if errors.As(err, &missing) {
		return fmt.Errorf("%w: %s", err, missing.GetFlag().Usage)
	}
	return spelled(err, "--")
}

// spelled returns the error for an invalid value of a flag, with a text before the flag's name.
func spelled(err error, before string) error {
	if twice := repeatedFault(err, before); twice != nil {
		return twice
	}
	var value *pflag.InvalidValueError
	if !errors.As(err, &value) {
		return err
	}
	flag, want := value.GetFlag(), ""
	if _, ours := flag.Value.(*Settings); ours {
		return value.Unwrap()
	}
	if want = expected[flag.Value.Type()]; want == "" {
		return err
	}
	if errors.Is(err, strconv.ErrRange) {
		want += " that fits in 64 bits"
	}
	return fmt.Errorf("%s%s must be %s, got %q", before, flag.Name, want, value.GetValue())
}

// finiteFlags checks that every number that was given is finite.
func finiteFlags(cmd *cobra.Command) (err error) {
	cmd.Flags().Visit(func(f *pflag.Flag) {
		var values []float64
		switch f.Value.Type() {
		case "float64":
			v, _ := cmd.Flags().GetFloat64(f.Name)
			values = []float64{v}
		case "float64Slice":
			values, _ = cmd.Flags().GetFloat64Slice(f.Name)
		}
		for _, v := range values {
			if err == nil && (math.IsNaN(v) || math.IsInf(v, 0)) {
				err = fmt.Errorf("--%s must be a finite number, got %g", f.Name, v)
			}
		}
	})
	return err
}

// NotEmpty checks that the flags of these names, if set, are not empty.
func NotEmpty(cmd *cobra.Command, names ...string) error {
	for _, name := range names {
		if f := cmd.Flags().Lookup(name); f.Changed && f.Value.String() == "" {
			return fmt.Errorf("--%s must not be empty: %s", name, f.Usage)
		}
	}
	return nil
}
