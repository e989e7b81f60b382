package live

import "context"

// Selftest runs cells.
func (m Made) Selftest(ctx context.Context) (int, error) { return 0, nil }
