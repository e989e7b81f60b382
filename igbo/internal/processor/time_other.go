//go:build !unix

package processor

import "time"

// Time is not known here: it is 0, so that no goal on it is judged.
func Time() time.Duration { return 0 }
