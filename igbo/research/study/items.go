package study

// Each returns read(item) for each item, for example a number of every draw.
func Each[T, V any](items []T, read func(T) V) []V {
	values := make([]V, len(items))
	for i, item := range items {
		values[i] = read(item)
	}
	return values
}

// Try is [Each] for a function that can fail and that also gets the index. It returns the first error.
func Try[T, V any](items []T, read func(i int, item T) (V, error)) (values []V, err error) {
	for i, item := range items {
		v, err := read(i, item)
		if err != nil {
			return nil, err
		}
		values = append(values, v)
	}
	return values, nil
}

// Over returns the estimate of a number that read returns for each item.
func Over[T any](items []T, level float64, read func(T) float64) Estimate {
	return NewEstimate(Each(items, read), level)
}

// First returns a pointer to the first item for which is returns true, or nil.
func First[T any](items []T, is func(*T) bool) *T {
	for i := range items {
		if is(&items[i]) {
			return &items[i]
		}
	}
	return nil
}
