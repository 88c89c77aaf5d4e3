"""Values of the domain, checked at birth; standard library only."""
