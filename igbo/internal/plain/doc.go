// Package plain encodes plain data as bytes, decodes them without loss, and computes their digest. Plain data are exported fields, numbers,
// strings, lists and maps. Equal values give equal bytes. Functions, channels and unexported fields are errors, except unexported fields
// with the tag `plain:"-"`, which are omitted.
package plain
