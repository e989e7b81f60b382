package routing

// Timing is what takes how long, as measured on one machine.
type Timing struct{}
