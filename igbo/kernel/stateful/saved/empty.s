// The compiler accepts functions without a body, which are linked by name, in a package with assembly.
