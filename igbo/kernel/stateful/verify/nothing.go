package verify

// nothing is the name of the one-byte function that the linker adds to a module without functions. Nobody calls it.
const nothing = "stateful.nothing"

// addNothing adds the function to the symbols of the object.
func (c *check) addNothing() {
	i := len(c.object.symbols)
	c.object.symbols = append(c.object.symbols, symbol{name: nothing, abi: static, kind: kindText, size: 1, data: []byte{padding}})
	c.At[i] = c.word(wordMinPC)
	c.text, c.all = append(c.text, i), append(c.all, i)
	if _, is := c.own[c.At[i]]; is {
		differs("%s has the address of another symbol", nothing)
	}
	c.own[c.At[i]] = i
}

// nothing compares the table entry of the function.
func (c *check) nothing(entry, at uint32) {
	const name, unit = 4, 32
	table, n := c.slice(wordFunctions)
	if int(at)+functionSize > n {
		differs("%s: its entry is after the end of the table", nothing)
	}
	c.word(c.words.funcdata) // nothing reads it without functions
	f := c.bytes(table+uint64(at), functionSize)
	c.cstring(wordNames, u32(f[name:]), nothing)
	for i := 0; i < functionSize; i += 4 {
		want := map[int]uint32{0: entry, name: u32(f[name:]), unit: missing}[i]
		if got := u32(f[i:]); got != want {
			differs("%s: word %d of its entry is %#x, want %#x", nothing, i/4, got, want)
		}
	}
}
