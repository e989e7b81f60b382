package cli

import (
	"fmt"
	"slices"

	"github.com/spf13/pflag"

	"github.com/igbolab/igbolab/igbo/tabular/table/encode"
)

// UnknownFlag adds the flag --unknown.
func UnknownFlag(f *pflag.FlagSet, to *string) {
	f.StringVar(to, "unknown", "", "treatment of categories not seen in training: refuse, rare or missing (default: rare if training had rare categories, else missing if training dropped or encoded missing values, else refuse)")
}

// Unknown returns the value of the flag.
func Unknown(flag string) (encode.Unknown, error) {
	u := encode.Unknown(flag)
	if u != "" && !slices.Contains(encode.Unknowns(), u) {
		return "", fmt.Errorf("--unknown must be refuse, rare or missing, got %.40q", flag)
	}
	return u, nil
}
