package widget

// Value is a widget with a value of type T.
type Value[T any] struct {
	*Model
	key string
}

// Get returns the value.
func (v *Value[T]) Get() T { return Get[T](v.Model, v.key) }

// Set changes the value, in the process and in every page. It does not call the functions
// registered with OnChange.
//
// It returns an error if JSON cannot encode the value, for instance NaN.
func (v *Value[T]) Set(to T) error { return v.Model.Set(State{v.key: to}) }

// OnChange registers a function to call with the new value after the page has changed it.
func (v *Value[T]) OnChange(f func(T)) {
	call := func() { f(v.Get()) }
	v.OnUpdate(nil, &call)
}
