// Package saved writes values of variables as bytes and reads them again, in the same program or another one. The process of stateful cells
// saves variables with it, and programs that the kernel writes read them.
//
// Package encoding/gob is unsuitable: it makes pointer types by reflection, and a later cell cannot name a type that reflection has made.
// Gob also drops unexported fields.
package saved
