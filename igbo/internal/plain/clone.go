package plain

import "reflect"

// Clone returns a deep copy of data. Unexported fields, functions and channels are copied shallowly.
func Clone(v reflect.Value) reflect.Value { return clone(v, 0) }

func clone(v reflect.Value, depth int) reflect.Value {
	c := reflect.New(v.Type()).Elem()
	c.Set(v)
	if depth > Deepest {
		return c
	}
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				c.Field(i).Set(clone(v.Field(i), depth+1))
			}
		}
	case reflect.Array:
		for i := range v.Len() {
			c.Index(i).Set(clone(v.Index(i), depth+1))
		}
	case reflect.Slice:
		if !v.IsNil() {
			c.Set(reflect.MakeSlice(v.Type(), v.Len(), v.Len()))
			for i := range v.Len() {
				c.Index(i).Set(clone(v.Index(i), depth+1))
			}
		}
	case reflect.Map:
		if !v.IsNil() {
			c.Set(reflect.MakeMapWithSize(v.Type(), v.Len()))
			for key, value := range v.Seq2() {
				c.SetMapIndex(key, clone(value, depth+1))
			}
		}
	case reflect.Pointer:
		if !v.IsNil() {
			c.Set(reflect.New(v.Type().Elem()))
			c.Elem().Set(clone(v.Elem(), depth+1))
		}
	case reflect.Interface:
		if !v.IsNil() {
			c.Set(clone(v.Elem(), depth+1))
		}
	}
	return c
}
