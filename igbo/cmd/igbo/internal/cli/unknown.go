package cli

import (
	"fmt"
	"slices"

	"github.com/spf13/pflag"

	"github.com/igbolab/igbolab/igbo/table/encode"
)

// UnknownFlag adds the flag --unknown.
func UnknownFlag(f *pflag.FlagSet, to *string) {
	f.StringVar(to, "unknown", "", "categories that the training did not see: refuse, rare or missing (default: as the training treats rare ones, else as missing ones, else refuse)")
}

// Unknown is what the flag says.
func Unknown(flag string) (encode.Unknown, error) {
	u := encode.Unknown(flag)
	if u != "" && !slices.Contains(encode.Unknowns(), u) {
		return "", fmt.Errorf("--unknown %.40q: expected refuse, rare or missing", flag)
	}
	return u, nil
}
