// Tests of the Kotlin sources on the JVM.
// Usage: AlmanacTestKt NUMBERS SHA256, from `cargo run --release -p almanac --example pairs NUMBERS`.

import almanac.AlmanacException
import almanac.Body
import almanac.Canon
import almanac.Changes
import almanac.Eclipse
import almanac.LocalCircumstances
import almanac.Place
import almanac.Theory
import java.io.File
import java.nio.ByteBuffer
import java.nio.ByteOrder
import java.security.MessageDigest
import java.util.HexFormat
import kotlin.math.abs
import kotlin.math.floor
import kotlin.system.exitProcess
import kotlin.system.measureNanoTime

const val PAIRS = 100_000
const val TIMED_CALLS = 50_000

val canon = Canon.embedded()
val burgos = Place(42.34, -3.70, 860.0)
val eclipses = canon.eclipses().map { canon.eclipse(it) }

fun main(args: Array<String>) {
    val (numbers, sum) = args
    val tests = linkedMapOf(
        "Burgos sees totality on 2026-08-12" to ::burgosSeesTotality,
        "a search finds the eclipses of Burgos" to ::searchFindsEclipses,
        "the curves are GeoJSON" to ::curvesAreGeoJson,
        "days have sunrise before sunset" to ::daysHaveRiseAndSet,
        "positions agree with local circumstances" to ::positionsAgree,
        "an error names the argument and a valid value" to ::errorsNameTheArgument,
        "typed numbers of 100,000 pairs are those of Rust" to { recordsHaveTheBits(File(numbers)) },
        "JSON of 100,000 pairs is that of Rust" to { jsonHasTheBits(sum) },
    )
    val failed = tests.count { (name, test) ->
        runCatching(test).onFailure { println("$name: $it") }.isFailure
    }
    printTimes()
    println("${tests.size - failed} passed, $failed failed")
    if (failed > 0) exitProcess(1)
}

fun burgosSeesTotality() {
    val seen = canon.eclipse("2026-08-12").localCircumstances(burgos)
    same(listOf(1, 2, 0, 3, 4), seen.contacts.map { it.contact.toInt() })
    same("2026-08-12T18:28:26", seen.contacts[1].date.take(19))
    same("solar_eclipse_second_contact", seen.contacts[1].key)
    same("sunset", seen.visibility.reason)
    same(8, seen.type.toInt())
    same(null, seen.accuracy.ephemeris)
    same(5, seen.accuracy.contacts?.size)
}

fun searchFindsEclipses() {
    val found = canon.search(burgos, "2026-01-01", "2029-01-01")
    same(listOf("T total", "T partial", "A partial"), found.map { "${it.type} ${it.localType}" })
    same(listOf("2026-08-12", "2027-08-02", "2028-01-26"), found.map { it.date.take(10) })
    same(true, found[0].durationSec!! > 100)
    same(null, found[1].durationSec)
    val later = canon.search(burgos, "2026-01-01", "2027-01-01", Changes(Theory.CANON, deltaT = 100.0))
    same(false, later[0].max.date == found[0].max.date)
}

fun curvesAreGeoJson() {
    val eclipse = canon.eclipse("2026-08-12")
    val typed = eclipse.path(listOf("classic"))
    same(true, typed.startsWith("""{"type":"FeatureCollection""""))
    same(canon.call("""{"function":"path","eclipse":"2026-08-12"}"""), typed)
    same(true, eclipse.path(listOf("c"), 1.0).length > eclipse.path(listOf("c"), 1000.0).length)
}

fun daysHaveRiseAndSet() {
    val days = canon.riseSet(burgos, "2026-08-12", "2026-08-14", listOf(Body.SUN))
    same(listOf("2026-08-12T00:00:00.000Z", "2026-08-13T00:00:00.000Z"), days.map { it.date })
    days.forEach { day -> same(listOf("sunrise", "solar_transit", "sunset"), day.events.map { it.key }) }
    val polar = canon.riseSet(Place(80.0, 0.0), "2026-06-21", "2026-06-22", listOf(Body.SUN))[0].events[0]
    same(listOf("sun_always_above", null, null), listOf(polar.key, polar.date, polar.azAlt))
}

fun positionsAgree() {
    val greatest = canon.eclipse("2026-08-12").localCircumstances(burgos).contacts[2]
    val all = canon.position(greatest.date, Body.entries, burgos)
    val sun = all.sun!!.localHorizontal!!.parallax
    same(true, abs(sun.altitude - greatest.observational.sunAzAlt.altitude) < 0.001) // degrees
    same(true, abs(all.moon!!.ecliptic!!.apparentLongitude - all.sun!!.ecliptic!!.apparentLongitude) < 1.0)
    same(listOf(null, true), listOf(all.gc!!.ecliptic, all.gc!!.localHorizontal != null))
    same(null, canon.position("2026-08-12", listOf(Body.SUN)).sun!!.localHorizontal)
}

fun errorsNameTheArgument() {
    val eclipse = canon.eclipse("2026-08-12")
    val calls = mapOf<String, () -> Any>(
        "lat: 91 is not within -90 … 90" to { eclipse.localCircumstances(Place(91.0, 0.0)) },
        "lng: NaN is not within -180 … 180" to { eclipse.localCircumstances(Place(0.0, Double.NaN)) },
        "lng: 181 is not within" to { canon.search(Place(0.0, 181.0), "2026-01-01", "2027-01-01") },
        "eclipse: there is no solar eclipse within 1.5 days of 2026-08-20" to { canon.eclipse("2026-08-20") },
        "eclipse: \"12.8.2026\" is not a date such as 2026-08-12" to { canon.eclipse("12.8.2026") },
        "k1: needs theory = precise" to { eclipse.with(Changes(Theory.CANON, k1 = 0.2725)) },
        "deltaT: 1000000 is not within" to { eclipse.with(Changes(Theory.CANON, deltaT = 1e6)) },
        "paths: \"x\" is none of classic" to { eclipse.path(listOf("x")) },
        "tolerance: 0 is not within" to { eclipse.path(listOf("c"), 0.0) },
        "to: must be after 2026-01-01" to { canon.search(burgos, "2026-01-01", "2025-01-01") },
        "at: ΔT is known from the year 1898" to { canon.position("3026-01-01", listOf(Body.SUN)) },
    )
    for ((message, call) in calls) {
        val error = runCatching(call).exceptionOrNull()
        same(true, error is AlmanacException.Argument) { "$message: $error" }
        same(message, error!!.message!!.take(message.length))
    }
    val wrongType = runCatching { canon.call("{}") }.exceptionOrNull()
    same("function: is missing", wrongType?.message)
    same(true, wrongType is AlmanacException.Type) { "$wrongType" }
    val error = runCatching { Canon.fromPack(byteArrayOf(1, 2, 3)) }.exceptionOrNull()
    same(true, error is AlmanacException.Pack) { "$error" }
}

/** Pair `k` of almanac/examples/pairs.rs. */
class Pair(k: Int) {
    private val fractions = { c: Double -> ((k + 1) * c) % 1.0 }
    val place = Place(
        180.0 * fractions(0.7548776662466927) - 90.0,
        360.0 * fractions(0.5698402909980532) - 180.0,
        floor(4000.0 * fractions(0.8191725133961645)),
    )
    val eclipse: Eclipse = eclipses[(454.0 * fractions(0.6710436067037893)).toInt()]
    val changes = when {
        k % 4 == 3 -> Changes(Theory.PRECISE, 0.2725076, 0.2722, 959.95)
        k % 2 == 1 -> Changes(Theory.PRECISE)
        else -> Changes(Theory.CANON)
    }
}

fun recordsHaveTheBits(file: File) {
    val expected = ByteBuffer.wrap(file.readBytes()).order(ByteOrder.LITTLE_ENDIAN).asDoubleBuffer()
    for (k in 0 until PAIRS) {
        val pair = Pair(k)
        for (number in numbers(pair.eclipse.with(pair.changes).localCircumstances(pair.place))) {
            // The bits of NaN, which stands for a missing contact, have no meaning.
            same(expected.get().toBits(), number.toBits()) { "pair $k" }
        }
    }
    same(0, expected.remaining())
}

fun numbers(seen: LocalCircumstances): List<Double> = listOf(1, 2, 0, 3, 4).flatMap { number ->
    val contact = seen.contacts.find { it.contact.toInt() == number } ?: return@flatMap List(7) { Double.NaN }
    contact.observational.run {
        listOf(contact.t, magnitude, obscuration, sunAzAlt.altitude, sunAzAlt.azimuth, p, v)
    }
}

fun jsonHasTheBits(expected: String) {
    val sum = MessageDigest.getInstance("SHA-256")
    for (k in 0 until PAIRS) sum.update((canon.call(json(Pair(k))) + "\n").toByteArray())
    same(expected, HexFormat.of().formatHex(sum.digest()))
}

fun json(pair: Pair): String {
    val options = pair.changes.run {
        val radii = k1?.let { ""","k1":$k1,"k2":$k2,"sunRadius":$sunRadius""" }.orEmpty()
        """{"theory":"${theory.name.lowercase()}"$radii}"""
    }
    val place = pair.place.run { """{"lat":$lat,"lng":$lng,"height":$height}""" }
    val eclipse = pair.eclipse.date()
    return """{"function":"localCircumstances","eclipse":"$eclipse","place":$place,"options":$options}"""
}

fun printTimes() {
    val eclipse = canon.eclipse("2026-08-12")
    val call = json(Pair(0))
    println("localCircumstances: %.1f µs a call".format(time { eclipse.localCircumstances(burgos) }))
    println("the same as JSON: %.1f µs a call".format(time { canon.call(call) }))
}

/** Microseconds a call. */
fun time(call: () -> Any): Double = measureNanoTime { repeat(TIMED_CALLS) { call() } } / 1000.0 / TIMED_CALLS

fun same(expected: Any?, actual: Any?, about: () -> String = { "" }) =
    check(expected == actual) { "${about()} expected $expected, is $actual" }
