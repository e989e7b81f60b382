package verify

import (
	"encoding/binary"
	"fmt"
	"strings"
)

// Bits of the first byte of a name in the type information (internal/abi).
const (
	nameHasTag     = 2
	nameHasPackage = 4
)

// PlainNames applies plain to the type names in an object file, in place. Reflection, %T and encoders show these names. Symbol names, which
// the linker uses, do not change.
func PlainNames(archive []byte, plain func(string) string) (err error) {
	defer func() {
		if r := recover(); r != nil { // the file is truncated
			err = fmt.Errorf("verify: reading type names: %v", r)
		}
	}()
	o, err := parse(archive)
	if err != nil {
		return fmt.Errorf("verify: reading type names: %w", err)
	}
	for i := range o.defined {
		s := &o.symbols[i]
		if !strings.HasPrefix(s.name, "type:.namedata.") || len(s.data) < 2 || len(s.relocations) > 0 || s.data[0]&(nameHasTag|nameHasPackage) != 0 {
			continue
		}
		n, size := binary.Uvarint(s.data[1:])
		from := 1 + size
		name := string(s.data[from : from+int(n)])
		short := plain(name)
		if len(short) >= len(name) {
			continue
		}
		clear(s.data[1:])
		from = 1 + binary.PutUvarint(s.data[1:], uint64(len(short)))
		copy(s.data[from:], short)
	}
	return nil
}
