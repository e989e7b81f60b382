package oraclefront

import _ "embed"

// committed is the result of the default settings.
//
//go:embed result.json
var committed []byte
